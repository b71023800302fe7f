"""The pages that the documentation site always has: signatures as the library has them, in words of our own."""

from __future__ import annotations

from collections.abc import Mapping

#: The latest first.
VERSIONS = ("2.0", "1.13", "1.12")
#: In which version something came; all else was there before.
ADDED: Mapping[str, str] = {"torch.compile": "2.0"}
#: What is called otherwise in a version, by version and name.
SIGNATURES: Mapping[tuple[str, str], str] = {
    ("1.12", "torch.optim.Adam"): (
        "class torch.optim.Adam(params, lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0, amsgrad=False, *, "
        "foreach=None, maximize=False, capturable=False)"
    ),
    ("2.0", "torch.optim.Adam"): (
        "class torch.optim.Adam(params, lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0, amsgrad=False, *, "
        "foreach=None, maximize=False, capturable=False, differentiable=False, fused=None)"
    ),
    ("1.12", "torch.optim.SGD"): (
        "class torch.optim.SGD(params, lr, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False, "
        "foreach=None)"
    ),
}

#: Name to signature and text; the section that a page is listed in is what is before its last point.
PAGES: Mapping[str, tuple[str, str]] = {
    "torch.add": (
        ("torch.add(input, other, *, alpha=1, out=None) → Tensor"),
        """\
Adds other, scaled by alpha, to input.

## Parameters

- **input** (Tensor): what is added to
- **other** (Tensor or number): what is added
- **alpha** (number): what other is multiplied by

## Example

```
a = torch.tensor([1.0, 2.0])
torch.add(a, 20)
```
""",
    ),
    "torch.arange": (
        (
            "torch.arange(start=0, end, step=1, *, out=None, dtype=None, layout=torch.strided, device=None, "
            "requires_grad=False) → Tensor"
        ),
        """\
Gives a tensor of one dimension with the values from start up to, but without, end, a step apart.

## Example

```
torch.arange(1, 2.5, 0.5)
```
""",
    ),
    "torch.bmm": (
        ("torch.bmm(input, mat2, *, out=None) → Tensor"),
        """\
Multiplies the matrices of two batches, one by one. Both have three dimensions and as many matrices; nothing is
broadcast: for that there is torch.matmul.

## Example

```
a = torch.randn(10, 3, 4)
b = torch.randn(10, 4, 5)
torch.bmm(a, b).size()
```
""",
    ),
    "torch.cat": (
        ("torch.cat(tensors, dim=0, *, out=None) → Tensor"),
        """\
Puts tensors one behind the other along a dimension. All have the same shape, but for that dimension.

## Example

```
x = torch.randn(2, 3)
torch.cat((x, x, x), 0)
```
""",
    ),
    "torch.compile": (
        (
            "torch.compile(model=None, *, fullgraph=False, dynamic=False, backend='inductor', mode=None, "
            "options=None, disable=False) → Callable"
        ),
        """\
Makes a faster function of a model or a function: what it does is traced when it is called first.

## Example

```
@torch.compile
def wave(x):
    return torch.sin(x) + torch.cos(x)
```
""",
    ),
    "torch.dot": (
        ("torch.dot(input, other, *, out=None) → Tensor"),
        """\
The dot product of two tensors of one dimension and of one length. Nothing is broadcast.

## Example

```
torch.dot(torch.tensor([2, 3]), torch.tensor([2, 1]))
```
""",
    ),
    "torch.matmul": (
        ("torch.matmul(input, other, *, out=None) → Tensor"),
        """\
The matrix product of two tensors. What is multiplied depends on how many dimensions they have:

- Two vectors give their dot product, a scalar.
- Two matrices give their matrix product.
- A vector and a matrix: the vector gets a dimension before it, which is taken away afterwards.
- A matrix and a vector give the matrix-vector product.
- Where one has more than two dimensions, matrices are multiplied batch by batch, and the batches are broadcast.

## Parameters

- **input** (Tensor): the first factor
- **other** (Tensor): the second factor
- **out** (Tensor, optional): where the product is put

## Example

```
{example}```
""",
    ),
    "torch.mm": (
        ("torch.mm(input, mat2, *, out=None) → Tensor"),
        """\
Multiplies two matrices: (n × m) and (m × p) give (n × p). Nothing is broadcast.

## Example

```
a = torch.randn(2, 3)
b = torch.randn(3, 3)
torch.mm(a, b)
```
""",
    ),
    "torch.nn.Conv2d": (
        (
            "class torch.nn.Conv2d(in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, "
            "groups=1, bias=True, padding_mode='zeros', device=None, dtype=None)"
        ),
        """\
A convolution over pictures of several channels.

## Shape

- Input: (N, C in, H in, W in)
- Output: (N, C out, H out, W out)

## Example

```
layer = torch.nn.Conv2d(16, 33, 3, stride=2)
layer(torch.randn(20, 16, 50, 100)).size()
```
""",
    ),
    "torch.nn.Linear": (
        ("class torch.nn.Linear(in_features, out_features, bias=True, device=None, dtype=None)"),
        """\
A linear map of the last dimension: the input times the transposed weight, plus the bias.

## Variables

- **weight**: learned, of shape (out_features, in_features)
- **bias**: learned, of shape (out_features)

## Example

```
layer = torch.nn.Linear(20, 30)
layer(torch.randn(128, 20)).size()
```
""",
    ),
    "torch.nn.ReLU": (
        ("class torch.nn.ReLU(inplace=False)"),
        """\
Leaves what is positive as it is, and makes all else zero.

## Example

```
m = torch.nn.ReLU()
m(torch.randn(2))
```
""",
    ),
    "torch.optim.Adam": (
        (
            "class torch.optim.Adam(params, lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0, "
            "amsgrad=False, *, foreach=None, maximize=False, capturable=False, differentiable=False, fused=False)"
        ),
        """\
Adam: steps that are scaled by running means of the gradients and of their squares.

## Parameters

- **params**: the parameters to optimise
- **lr** (float): the length of a step
- **betas** (two floats): how slowly the two means change

## Example

```
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
optimizer.zero_grad()
loss.backward()
optimizer.step()
```
""",
    ),
    "torch.optim.SGD": (
        (
            "class torch.optim.SGD(params, lr, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, "
            "maximize=False, foreach=None, differentiable=False)"
        ),
        """\
Stochastic gradient descent, with momentum if wanted.

## Example

```
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
```
""",
    ),
    "torch.stack": (
        ("torch.stack(tensors, dim=0, *, out=None) → Tensor"),
        """\
Puts tensors of one shape beside each other in a new dimension.

## Example

```
x = torch.randn(2, 3)
torch.stack((x, x)).size()
```
""",
    ),
    "torch.zeros": (
        (
            "torch.zeros(*size, *, out=None, dtype=None, layout=torch.strided, device=None, requires_grad=False) "
            "→ Tensor"
        ),
        """\
Gives a tensor of zeros of that size.

## Example

```
torch.zeros(2, 3)
```
""",
    ),
}
