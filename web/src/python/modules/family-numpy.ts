import numpy from "./python/numpy/__init__.py?raw";
import linalg from "./python/numpy/linalg.py?raw";
import random from "./python/numpy/random.py?raw";

export default {
  "numpy/__init__.py": numpy,
  "numpy/linalg.py": linalg,
  "numpy/random.py": random,
};
