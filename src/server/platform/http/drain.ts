/** Shutdown phase of this server. */
export class Drain {
  #phase: 'serving' | 'announced' | 'gone' = 'serving'

  /**
   * Shutdown is announced: `/readyz` fails, so that load balancers stop sending requests. Everything is still served.
   */
  get announced(): boolean {
    return this.#phase !== 'serving'
  }

  /** Read requests of SDKs are dropped, so that proxies which do not probe try another server. */
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
