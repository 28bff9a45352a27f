/** How far this server is on its way out. */
export class Drain {
  #phase: 'serving' | 'announced' | 'gone' = 'serving'

  /** It will stop: `/readyz` says so to load balancers that ask, and everything is still served. */
  get announced(): boolean {
    return this.#phase !== 'serving'
  }

  /** It leaves reads of programs to the others, which tells proxies that do not ask. */
  get gone(): boolean {
    return this.#phase === 'gone'
  }

  announce(): void {
    this.#phase = 'announced'
  }

  go(): void {
    this.#phase = 'gone'
  }
}
