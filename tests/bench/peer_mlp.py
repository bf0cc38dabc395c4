#!/usr/bin/env python3
"""The peer of bench_mlp: the same training in PyTorch, written in the ways that people write it.

peer_mlp.py FILE: FILE holds the first weights and the data as floats. Then one command
a line on standard input, one line of answer on standard output:

    losses WAY BATCH STEPS    trains from the first weights; the loss of every step
    train WAY BATCH STEPS     goes on training where this WAY and BATCH stopped; "done"
"""
import math
import sys

try:
    import torch
    from torch import nn
    from torch.nn import functional as F
except ImportError as error:
    sys.exit(f"{sys.executable}: {error}")

SIZES = (784, 64, 64, 10)
SAMPLES = 2048
RATE = 0.1


def read(path):
    """The weights and biases of the three layers, the inputs (SAMPLES,784) and the labels."""
    with open(path, "rb") as file:
        numbers = torch.frombuffer(bytearray(file.read()), dtype=torch.float32)
    parameters, at = [], 0
    for inputs, outputs in zip(SIZES, SIZES[1:]):
        for shape in ((outputs, inputs), (outputs,)):
            count = math.prod(shape)
            parameters.append(numbers[at:at + count].reshape(shape))
            at += count
    x = numbers[at:at + SAMPLES * SIZES[0]].reshape(SAMPLES, SIZES[0]).clone()
    return parameters, x, numbers[at + x.numel():].long()


def loss_of(x, y, w1, b1, w2, b2, w3, b3):
    return F.cross_entropy(F.linear(F.relu(F.linear(F.relu(F.linear(x, w1, b1)), w2, b2)), w3, b3), y)


def module(first, foreach=None):
    """As the tutorials write it: modules and an optimiser."""
    layers = [nn.Linear(a, b) for a, b in zip(SIZES, SIZES[1:])]
    net = nn.Sequential(layers[0], nn.ReLU(), layers[1], nn.ReLU(), layers[2])
    with torch.no_grad():
        for parameter, value in zip(net.parameters(), first):
            parameter.copy_(value)
    optimizer = torch.optim.SGD(net.parameters(), lr=RATE, foreach=foreach)
    criterion = nn.CrossEntropyLoss()

    def step(x, y):
        optimizer.zero_grad(set_to_none=True)
        loss = criterion(net(x), y)
        loss.backward()
        optimizer.step()
        return loss.item()
    return step


def by_hand(first, compute, foreach):
    """Without modules and optimiser: a function for the loss, and the update in one line."""
    parameters = [value.clone().requires_grad_() for value in first]

    def step(x, y):
        loss = compute(x, y, *parameters)
        gradients = torch.autograd.grad(loss, parameters)
        with torch.no_grad():
            if foreach:
                torch._foreach_add_(parameters, gradients, alpha=-RATE)
            else:
                for parameter, gradient in zip(parameters, gradients):
                    parameter.add_(gradient, alpha=-RATE)
        return loss.item()
    return step


WAYS = {
    "module": module,
    "module_foreach": lambda first: module(first, foreach=True),
    "by_hand": lambda first: by_hand(first, loss_of, foreach=False),
    "by_hand_foreach": lambda first: by_hand(first, loss_of, foreach=True),
    "by_hand_script": lambda first: by_hand(first, torch.jit.script(loss_of), foreach=True),
}


class Training:
    """One way to train, its weights, and its place in the data."""

    def __init__(self, way, batch, data):
        first, x, y = data
        self.step, self.at = WAYS[way](first), 0
        self.batches = list(zip(x.split(batch), y.split(batch)))

    def train(self, steps):
        losses = []
        for _ in range(steps):
            losses.append(self.step(*self.batches[self.at]))
            self.at = (self.at + 1) % len(self.batches)
        return losses


def main(path):
    torch.set_num_threads(1)
    data = read(path)
    print("ready", torch.__version__, *WAYS, flush=True)
    running = {}
    for line in sys.stdin:
        what, way, batch, steps = line.split()
        if what == "losses":
            print(*Training(way, int(batch), data).train(int(steps)), flush=True)
            continue
        if (way, batch) not in running:
            running[way, batch] = Training(way, int(batch), data)
        running[way, batch].train(int(steps))
        print("done", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
