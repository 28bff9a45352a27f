import type { SampledContext, SamplingRequest } from '../../../shared/features/usage/schemas/telemetry.ts'
import type { Json } from '../../../shared/schemas/keys.ts'

/** Longest context to send, in characters of JSON. */
const maxCharacters = 4_096

export type Sampling = {
  /** Whether the server requests contexts. If false, no other method is called. */
  readonly open: boolean
  /** Offers the context of an evaluation. It may be kept until the next `take`. */
  readonly note: (context: object) => void
  /**
   * Returns the contexts sampled since the last call, as JSON, without the attributes that must not leave the
   * application.
   */
  readonly take: () => SampledContext[]
  /** Sets what the server requests; null for no contexts. */
  readonly become: (wish: SamplingRequest | null) => void
}

/**
 * Samples evaluated contexts uniformly, with bounded size: each evaluation between two reports is equally likely to be
 * sampled. A countdown skips most evaluations, so they cost one subtraction.
 */
export const createSampling = (random: () => number): Sampling => {
  let wish: SamplingRequest | null = null
  let kept: object[] = []
  let left = 0
  let weight = 1

  /** Sets how many evaluations to skip before the next sample, once the reservoir is full. */
  const skip = () => {
    weight *= Math.exp(Math.log(1 - random()) / Math.max(kept.length, 1))
    left = Math.floor(Math.log(1 - random()) / Math.log(1 - weight)) + 1
  }

  const begin = () => {
    kept = []
    left = 0
    weight = 1
  }

  return {
    get open() {
      return wish !== null
    },
    note: (context) => {
      if (left > 0) left -= 1
      if (left > 0 || wish === null) return
      if (kept.length < wish.contexts) {
        kept.push(context)
        if (kept.length < wish.contexts) return
      } else kept[Math.floor(random() * kept.length)] = context
      skip()
    },
    take: () => {
      const without = wish?.without ?? []
      const contexts = kept.flatMap((context): SampledContext[] => {
        const part = publicPart(context, without)
        return part === null ? [] : [part]
      })
      begin()
      return contexts
    },
    become: (next) => {
      if (next === null) begin()
      wish = next
    },
  }
}

/** Returns a context as JSON without some attributes; null if it is not JSON, or too long. */
export const publicPart = (context: object, without: readonly string[]): SampledContext | null => {
  try {
    const copy: Json = JSON.parse(JSON.stringify(context))
    if (!isObject(copy)) return null
    for (const path of without)
      remove(
        copy,
        path.split(/(?<!\\)\./).map((name) => name.replaceAll('\\.', '.')),
      )
    return JSON.stringify(copy).length > maxCharacters ? null : copy
  } catch {
    return null
  }
}

const isObject = (value: Json | undefined): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const remove = (holder: Record<string, Json>, [name = '', ...rest]: readonly string[]): void => {
  const inner = holder[name]
  if (rest.length === 0) delete holder[name]
  else if (isObject(inner)) remove(inner, rest)
}
