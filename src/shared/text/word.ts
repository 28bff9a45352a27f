/** A part of a sentence and its kind, so that a screen can style it. The joined texts are the sentence. */
export type SentencePart = { kind: 'plain' | 'attribute' | 'value' | 'variant' | 'name'; text: string }

export const plain = (text: string): SentencePart => ({ kind: 'plain', text })
export const word = (kind: SentencePart['kind'], text: string): SentencePart => ({ kind, text })

type Hole = string | SentencePart | readonly SentencePart[]

/**
 * Builds a sentence from a template with words: say`flag ${word('name', key)} is ${variants}`. The template is a
 * translatable message: a build for another language replaces it, in the order of its grammar.
 */
export const say = (texts: TemplateStringsArray, ...holes: readonly Hole[]): SentencePart[] =>
  texts.flatMap((said, at) => {
    const hole = holes[at] ?? []
    return [...(said === '' ? [] : [plain(said)]), ...(typeof hole === 'string' ? [plain(hole)] : [hole].flat())]
  })

/** Fills a template with named placeholders: `{attribute} is {values}`. */
export const fillTemplate = (
  template: string,
  holes: Readonly<Record<string, readonly SentencePart[]>>,
): SentencePart[] =>
  template.split(/[{}]/).flatMap((part, at) => (at % 2 === 1 ? (holes[part] ?? []) : part === '' ? [] : [plain(part)]))

export const text = (words: readonly SentencePart[]): string => words.map((w) => w.text).join('')

export const joined = (groups: readonly SentencePart[][], separator: string): SentencePart[] =>
  groups.flatMap((group, i) => (i === 0 ? group : [plain(separator), ...group]))
