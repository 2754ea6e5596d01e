"""Arithmetic on the tables of a hall: numbers modulo its odd part, joined with a field of 2, 4, 8 … elements.

Table t (0-based) is a pair: t modulo 2^k, taken as an element of GF(2^k), and the rest modulo the odd part. In the
field addition is bit by bit, and multiplication by x is a shift, reduced by an irreducible polynomial.
"""

from __future__ import annotations

from dataclasses import dataclass

IRREDUCIBLE = {0: 0b1, 1: 0b11, 2: 0b111, 3: 0b1011, 4: 0b10011, 5: 0b100101, 6: 0b1000011, 7: 0b10000011}
"""An irreducible polynomial over GF(2) by its degree; bit i is the coefficient of x^i."""


@dataclass(frozen=True, slots=True)
class Ring:
    """The tables 0 … size − 1, with ``bits`` for the field's part and ``odd`` for the other."""

    bits: int
    odd: int

    @property
    def size(self) -> int:
        """Give the number of tables."""
        return self.odd << self.bits

    @property
    def has_step(self) -> bool:
        """Tell whether there is a λ by which, as by λ − 1, one may divide: then T rounds pass without a rematch."""
        return self.bits != 1

    def parts(self, table: int) -> tuple[int, int]:
        """Give the field's part and the other of a table."""
        return table & ((1 << self.bits) - 1), table >> self.bits

    def joined(self, field: int, rest: int) -> int:
        """Give the table of two parts."""
        return (rest % self.odd) << self.bits | field

    def minus(self, one: int, other: int) -> int:
        """Subtract."""
        (first, rest), (second, less) = self.parts(one), self.parts(other)
        return self.joined(first ^ second, rest - less)

    def plus(self, one: int, other: int) -> int:
        """Add."""
        return self.minus(one, self.minus(0, other))

    def times_step(self, table: int) -> int:
        """Multiply by λ, which is x in the field and 2 modulo the odd part."""
        field, rest = self.parts(table)
        field <<= 1
        if field >> self.bits & 1:
            field ^= IRREDUCIBLE[self.bits]
        return self.joined(field if self.bits else 0, 2 * rest)


def ring_of(tables: int) -> Ring:
    """Give the ring of a hall."""
    bits = (tables & -tables).bit_length() - 1
    return Ring(bits, tables >> bits)
