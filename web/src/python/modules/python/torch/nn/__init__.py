import _arrays
from math import sqrt
import torch
from torch import Tensor, no_grad, wrap


class Parameter(Tensor):
    def __init__(self, data, requires_grad=True):
        self.h = data.h
        self.requires_grad = requires_grad

    def __repr__(self):
        marks = ("requires_grad=True",) if self.requires_grad else ()
        return "Parameter containing:\n" + _arrays.torch_repr(self.h, *marks)

    __str__ = __repr__


class Module:
    training = True

    def __init__(self):
        pass

    def __call__(self, *args, **kwargs):
        return self.forward(*args, **kwargs)

    def forward(self, *args):
        raise NotImplementedError('Module [%s] is missing the required "forward" function' % type(self).__name__)

    def children(self):
        return [m for m in self.__dict__.values() if isinstance(m, Module)]

    def parameters(self):
        own = [p for p in self.__dict__.values() if isinstance(p, Parameter)]
        for m in self.children():
            own.extend(m.parameters())
        return own

    def train(self, mode=True):
        self.training = mode
        for m in self.children():
            m.train(mode)
        return self

    def eval(self):
        return self.train(False)

    def register_buffer(self, name, tensor, persistent=True):
        setattr(self, name, tensor)

    def __repr__(self):
        return "%s(%s)" % (type(self).__name__, self.extra_repr())

    def extra_repr(self):
        return ""


def uniform(bound, *shape):
    return Parameter(wrap(_arrays.torch_uniform("float32", -bound, bound, *shape)))


class Linear(Module):
    def __init__(self, in_features, out_features, bias=True):
        self.in_features, self.out_features = in_features, out_features
        bound = 1 / sqrt(in_features)
        self.weight = uniform(bound, out_features, in_features)
        self.bias = uniform(bound, out_features) if bias else None

    def forward(self, input):
        return functional.linear(input, self.weight, self.bias)

    def extra_repr(self):
        return "in_features=%d, out_features=%d, bias=%s" % (
            self.in_features,
            self.out_features,
            self.bias is not None,
        )


class Embedding(Module):
    def __init__(self, num_embeddings, embedding_dim):
        self.weight = Parameter(torch.randn(num_embeddings, embedding_dim))

    def forward(self, input):
        return self.weight[input]

    def extra_repr(self):
        return "%d, %d" % tuple(self.weight.shape)


class LayerNorm(Module):
    def __init__(self, normalized_shape, eps=1e-05):
        shape = (normalized_shape,) if type(normalized_shape) is int else tuple(normalized_shape)
        self.normalized_shape, self.eps = shape, eps
        self.weight = Parameter(torch.ones(shape))
        self.bias = Parameter(torch.zeros(shape))

    def forward(self, input):
        return functional.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return "%s, eps=%s, elementwise_affine=True" % (self.normalized_shape, self.eps)


class Softmax(Module):
    def __init__(self, dim=None):
        self.dim = dim

    def forward(self, input):
        return torch.softmax(input, self.dim)

    def extra_repr(self):
        return "dim=%s" % self.dim


class Dropout(Module):
    def __init__(self, p=0.5):
        self.p = p

    def forward(self, input):
        return functional.dropout(input, self.p, self.training)

    def extra_repr(self):
        return "p=%s, inplace=False" % self.p


class ReLU(Module):
    def forward(self, input):
        return functional.relu(input)


class GELU(Module):
    def forward(self, input):
        return functional.gelu(input)

    def extra_repr(self):
        return "approximate='none'"


class Sequential(Module):
    def __init__(self, *modules):
        self.modules = modules

    def children(self):
        return self.modules

    def forward(self, input):
        for m in self.modules:
            input = m(input)
        return input

    def __getitem__(self, i):
        return self.modules[i]


class ModuleList(Sequential):
    def __init__(self, modules=()):
        self.modules = list(modules)

    def append(self, module):
        self.modules.append(module)

    def __iter__(self):
        return iter(self.modules)

    def __len__(self):
        return len(self.modules)


from . import functional


def __getattr__(name):
    raise AttributeError("module 'torch.nn' has no attribute '%s' here" % name)
