import { promiseSentence } from '../../../../../shared/text/promise/promise-sentence.ts'

/** Typical promises about a project’s flags and segments. They are not proven yet. */
export const starterSentences = (
  flags: readonly { readonly key: string; readonly variants: readonly string[] }[],
  segments: readonly string[],
): string[] => {
  const about = flags.slice(0, 2).flatMap(({ key, variants: [first] }) => (first === undefined ? [] : [{ key, first }]))
  const segment = segments[0]
  const always = about.map(({ key, first }) => ({
    ...{ kind: 'always' as const, flag: key, variants: [first] },
    when: segment === undefined ? (true as const) : { segment },
  }))
  const never = about.map(({ key, first }) => ({
    ...{ kind: 'never' as const, flag: key, variants: [first] },
    when: { attribute: 'country', operator: 'is' as const, values: ['CN'] },
  }))
  const atMost = about.map(({ key, first }) => ({
    ...{ kind: 'atMost' as const, share: 50_000, flag: key, variants: [first] },
    when: true as const,
  }))
  return [...always, ...never, ...atMost].map(promiseSentence)
}
