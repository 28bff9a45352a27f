import { TRPCClientError } from '@trpc/client'

/** What was acknowledged to somebody, each with the number of the fault that came before it. */
export type Acknowledged = { readonly fault: number; readonly begun: number }

/** A revision that gives a flag a value. */
export type Publication = Acknowledged & {
  readonly environment: string
  readonly number: number
  readonly key: string
  readonly value: number
}

/** Something done to a change, named as its event is. */
export type Act = Acknowledged & { readonly change: number; readonly action: string }

/** What was heard of an attempt to give a flag a value that was refused. */
export type Refused = { readonly key: string; readonly value: number; readonly sentence: string }

/** What people remember: whatever is here has been acknowledged, and must be found again. */
export class Ledger {
  /** How many faults there were. */
  fault = 0
  readonly publications: Publication[] = []
  readonly acts: Act[] = []
  readonly refused: Refused[] = []
  /** How often each refusal came; no code stands for an answer that never arrived. */
  readonly refusals = new Map<string, number>()
  #waiting: { since: number; tell: () => void }[] = []
  #values = 0

  /** A value that no flag has had. */
  newValue(): number {
    this.#values += 1
    return this.#values
  }

  /** How much has been acknowledged. */
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

  /** Notes a refusal, and tells its code; undefined where no answer arrived. */
  refusal(error: unknown): string | undefined {
    const code = codeOf(error)
    this.refusals.set(code ?? '', (this.refusals.get(code ?? '') ?? 0) + 1)
    return code
  }

  /** Resolves once something is acknowledged that began after now. */
  nextAcknowledged(): Promise<void> {
    return new Promise((tell) => this.#waiting.push({ since: performance.now(), tell }))
  }

  #acknowledged(begun: number): void {
    const [told, waiting] = [this.#waiting.filter((one) => one.since <= begun), this.#waiting]
    this.#waiting = waiting.filter((one) => one.since > begun)
    for (const one of told) one.tell()
  }
}

/** The code of a refusal; undefined where the server could not be reached or did not answer. */
export const codeOf = (error: unknown): string | undefined => {
  if (!(error instanceof TRPCClientError)) throw error
  const data: unknown = error.data
  if (typeof data !== 'object' || data === null || !('fanion' in data)) return undefined
  // the error formatter of the server puts it there
  return (data.fanion as { code: string }).code
}
