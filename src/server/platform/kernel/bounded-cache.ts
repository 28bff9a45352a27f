/** LRU cache with a limit on the total weight, for immutable values that are expensive to compute. */
export class BoundedCache<T> {
  readonly #most: number
  readonly #kept = new Map<string, { value: T; weight: number }>()
  #weight = 0

  constructor(most: number) {
    this.#most = most
  }

  get weight(): number {
    return this.#weight
  }

  get(key: string): T | undefined {
    const kept = this.#kept.get(key)
    if (!kept) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    return kept.value
  }

  /** Stores a value. Values heavier than the whole cache are not stored. */
  set(key: string, value: T, weight: number): void {
    this.#forget(key)
    if (weight > this.#most) return
    this.#kept.set(key, { value, weight })
    this.#weight += weight
    for (const oldest of this.#kept.keys()) {
      if (this.#weight <= this.#most) return
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    this.#weight -= this.#kept.get(key)?.weight ?? 0
    this.#kept.delete(key)
  }
}
