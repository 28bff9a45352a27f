import type { FlagdCore } from '@openfeature/flagd-core'
import { flagdEngineDifference } from '../../../../../shared/datafile/flagd-engine-difference.ts'
import type { ImportOptions } from '../../../../../shared/features/imports/schemas/import.ts'
import type { FlagDocument } from '../../../../../shared/schemas/flag.ts'
import type { Json } from '../../../../../shared/schemas/keys.ts'
import type { OpenSdk } from '../../../../../shared/vendors/importing/vendor-sdk.ts'

const quiet = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} }
const defaults = { boolean: false, string: 'code default', number: -1, object: { code: 'default' } } as const
const beyondAscii = /[\u0080-\uffff]/

/** Attribute paths that the operation `all` iterates over in a document. */
const listsOf = (node: unknown, found: Set<string> = new Set()): Set<string> => {
  if (typeof node !== 'object' || node === null) return found
  for (const [name, inner] of Object.entries(node)) {
    if (name === 'all' && Array.isArray(inner)) {
      const [first] = inner as unknown[]
      const path = typeof first === 'object' && first !== null && 'var' in first ? [first.var].flat()[0] : undefined
      if (typeof path === 'string') found.add(path)
    }
    listsOf(inner, found)
  }
  return found
}

const dividesJavaScript = (rules: FlagDocument['rules']): boolean =>
  rules.some(
    ({ serve }) => 'expr' in serve && serve.dialect !== 'percent' && flagdEngineDifference(serve.expr) !== null,
  )

const isListAt = (context: unknown, path: string): boolean => {
  const found = path
    .split('.')
    .reduce(
      (value, name) =>
        typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined,
      context,
    )
  return Array.isArray(found) && found.length > 0
}

/** Whether the older engine failed on a value that engines in other languages accept. */
const failed = (code: string | undefined): boolean => code === 'GENERAL' || code === 'PARSE_ERROR'

/** The common API of both engine generations. */
type Core = Pick<
  FlagdCore,
  | 'setConfigurations'
  | 'resolveBooleanEvaluation'
  | 'resolveStringEvaluation'
  | 'resolveNumberEvaluation'
  | 'resolveObjectEvaluation'
>

/** Loads the engine of the generation that the users were served by. */
const coreOf = async ({ generation }: ImportOptions): Promise<Core> => {
  const { FlagdCore: Core } =
    generation === 'v1' ? await import('flagd-core-v1') : await import('@openfeature/flagd-core')
  return new Core(undefined, quiet)
}

/**
 * flagd's JavaScript engine of a generation, with a document. Cases in which it alone deviates are skipped: non-ASCII
 * text in a hash and, if users were served by another engine, `all` over a value that is not a list, and other
 * operations it implements differently.
 */
export const openFlagd =
  (options: ImportOptions): OpenSdk =>
  async ({ document, imported }) => {
    const core = await coreOf(options)
    core.setConfigurations(JSON.stringify(document))
    const typeOf = (flag: string) => imported.flags[imported.keys.flags.get(flag) ?? flag]?.type ?? 'object'
    const strange = new Set(
      [...imported.keys.flags].flatMap(([theirs, ours]) => {
        const isOdd = options.sdk !== 'javascript' && dividesJavaScript(imported.flags[ours]?.rules ?? [])
        return isOdd || beyondAscii.test(JSON.stringify(imported.flags[ours] ?? null)) ? [theirs] : []
      }),
    )
    // The older engine reports an error for flags that are off or have no default, with the same value.
    const isOld = options.generation === 'v1'
    const lists = options.sdk === 'javascript' ? [] : [...listsOf(document)]
    return {
      theirs: (flag, context) => {
        if (lists.some((path) => !isListAt(context, path))) return null
        if (strange.has(flag) || beyondAscii.test(JSON.stringify(context))) return null
        const asked = context as Parameters<typeof core.resolveBooleanEvaluation>[2]
        const answers = {
          boolean: () => core.resolveBooleanEvaluation(flag, defaults.boolean, asked, quiet),
          string: () => core.resolveStringEvaluation(flag, defaults.string, asked, quiet),
          number: () => core.resolveNumberEvaluation(flag, defaults.number, asked, quiet),
          object: () => core.resolveObjectEvaluation(flag, defaults.object, asked, quiet),
        }
        const { value, errorCode, variant } = answers[typeOf(flag)]()
        if (isOld && options.sdk !== 'javascript' && failed(errorCode)) return null
        return [value as Json, isOld ? null : (errorCode ?? null), variant ?? null]
      },
      inTheirText: ({ value, errorCode, variant, name }, flag) => [
        value ?? defaults[typeOf(flag)],
        isOld ? null : errorCode,
        name ?? variant,
      ],
    }
  }
