import torch from "./python/torch/__init__.py?raw";
import nn from "./python/torch/nn/__init__.py?raw";
import functional from "./python/torch/nn/functional.py?raw";

export default {
  "torch/__init__.py": torch,
  "torch/nn/__init__.py": nn,
  "torch/nn/functional.py": functional,
};
