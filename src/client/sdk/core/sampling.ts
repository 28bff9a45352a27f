import type { SampledContext, SamplingWish } from '../../../shared/features/usage/schemas/telemetry.ts'
import type { Json } from '../../../shared/schemas/keys.ts'

/** The longest context, as JSON, that is worth sending. */
const maxCharacters = 4_096

export type Sampling = {
  /** Whether the server wants contexts; while it does not, nothing else here is called. */
  readonly open: boolean
  /** Tells of an evaluation. The context may be kept until the next `take`. */
  readonly note: (context: object) => void
  /** The contexts kept since the last call, as JSON, without the attributes that must not leave the program. */
  readonly take: () => SampledContext[]
  /** What the server wishes from now on; null for nothing. */
  readonly become: (wish: SamplingWish | null) => void
}

/**
 * An even sample of the contexts that were asked about, of bounded size: each evaluation between two reports is as likely
 * to be in it as any other. Most are passed over by counting down to the next that is kept, so they cost a subtraction.
 */
export const createSampling = (random: () => number): Sampling => {
  let wish: SamplingWish | null = null
  let kept: object[] = []
  let left = 0
  let weight = 1

  /** How many evaluations pass before the next that is kept, once there are enough. */
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

/** A context as JSON without some attributes; null where it is no JSON, or too long. */
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
