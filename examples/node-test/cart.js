/** The code under test: the cart of a small shop. Prices are in cents. */
export class Cart {
  #lines = [];

  add(product, price, count = 1) {
    if (count < 1) throw new RangeError(`There is no way to buy ${count} of ${product}`);
    this.#lines.push({ product, price, count });
  }

  clear() {
    this.#lines = [];
  }

  get total() {
    return this.#lines.reduce((sum, { price, count }) => sum + price * count, 0);
  }

  receipt() {
    const lines = this.#lines.map(({ product, price, count }) => `${count} × ${product}  ${inEuros(price * count)}`);
    return [...lines, `Total  ${inEuros(this.total)}`].join('\n');
  }
}

export function inEuros(cents) {
  return `${(cents / 100).toFixed(2)} €`;
}
