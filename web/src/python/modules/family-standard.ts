import future from "./python/standard/__future__.py?raw";
import math from "./python/standard/_math.py?raw";
import strings from "./python/standard/_strings.py?raw";
import collections from "./python/standard/collections.py?raw";
import dataclasses from "./python/standard/dataclasses.py?raw";
import functools from "./python/standard/functools.py?raw";
import itertools from "./python/standard/itertools.py?raw";
import random from "./python/standard/random.py?raw";
import re from "./python/standard/re.py?raw";
import time from "./python/standard/time.py?raw";
import typing from "./python/standard/typing.py?raw";

export default {
  "standard/__future__.py": future,
  "standard/_math.py": math,
  "standard/_strings.py": strings,
  "standard/collections.py": collections,
  "standard/dataclasses.py": dataclasses,
  "standard/functools.py": functools,
  "standard/itertools.py": itertools,
  "standard/random.py": random,
  "standard/re.py": re,
  "standard/time.py": time,
  "standard/typing.py": typing,
};
