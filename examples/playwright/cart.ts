/** The code under test: the cart of a small shop. Prices are in cents. */
export class Cart {
  #lines: { product: string; price: number; count: number }[] = [];

  add(product: string, price: number, count = 1): void {
    if (count < 1) throw new RangeError(`There is no way to buy ${count} of ${product}`);
    this.#lines.push({ product, price, count });
  }

  clear(): void {
    this.#lines = [];
  }

  get total(): number {
    return this.#lines.reduce((sum, { price, count }) => sum + price * count, 0);
  }

  receipt(): string {
    const lines = this.#lines.map(({ product, price, count }) => `${count} × ${product}  ${inEuros(price * count)}`);
    return [...lines, `Total  ${inEuros(this.total)}`].join('\n');
  }
}

export function inEuros(cents: number): string {
  return `${(cents / 100).toFixed(2)} €`;
}
