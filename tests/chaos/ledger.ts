import { TRPCClientError } from '@trpc/client'

/** An acknowledged action, with the number of the fault before it. */
export type Acknowledged = { readonly fault: number; readonly begun: number }

/** A revision that gives a flag a value. */
export type Publication = Acknowledged & {
  readonly environment: string
  readonly number: number
  readonly key: string
  readonly value: number
}

/** An action on a change, named like its audit event. */
export type Act = Acknowledged & { readonly change: number; readonly action: string }

/** The error of a rejected attempt to give a flag a value. */
export type Refused = { readonly key: string; readonly value: number; readonly sentence: string }

/** Everything that was acknowledged to users, and must be found again. */
export class Ledger {
  /** Number of faults so far. */
  fault = 0
  readonly publications: Publication[] = []
  readonly acts: Act[] = []
  readonly refused: Refused[] = []
  /** Number of errors by code. An empty code means that no response arrived. */
  readonly refusals = new Map<string, number>()
  #waiting: { since: number; tell: () => void }[] = []
  #values = 0

  /** Returns a value that no flag has had. */
  newValue(): number {
    this.#values += 1
    return this.#values
  }

  /** Number of acknowledged actions. */
  get size(): number {
    return this.publications.length + this.acts.length
  }

  published(what: Omit<Publication, 'fault'>): void {
    this.publications.push({ ...what, fault: this.fault })
    this.#acknowledged(what.begun)
  }

  acted(what: Omit<Act, 'fault'>): void {
    this.acts.push({ ...what, fault: this.fault })
    this.#acknowledged(what.begun)
  }

  /** Records an error and returns its code. Undefined if no response arrived. */
  refusal(error: unknown): string | undefined {
    const code = codeOf(error)
    this.refusals.set(code ?? '', (this.refusals.get(code ?? '') ?? 0) + 1)
    return code
  }

  /** Resolves when an action that starts from now on is acknowledged. */
  nextAcknowledged(): Promise<void> {
    return new Promise((tell) => this.#waiting.push({ since: performance.now(), tell }))
  }

  #acknowledged(begun: number): void {
    const [told, waiting] = [this.#waiting.filter((one) => one.since <= begun), this.#waiting]
    this.#waiting = waiting.filter((one) => one.since > begun)
    for (const one of told) one.tell()
  }
}

/** The code of an error. Undefined if the server could not be reached or did not respond. */
export const codeOf = (error: unknown): string | undefined => {
  if (!(error instanceof TRPCClientError)) throw error
  const data: unknown = error.data
  if (typeof data !== 'object' || data === null || !('fanion' in data)) return undefined
  // Safe cast: the server's error formatter adds it.
  return (data.fanion as { code: string }).code
}
