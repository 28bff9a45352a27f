/** A part of a sentence and its kind, so that a screen can style it. The joined texts are the sentence. */
export type Word = { kind: 'plain' | 'attribute' | 'value' | 'variant' | 'name'; text: string }

export const plain = (text: string): Word => ({ kind: 'plain', text })
export const word = (kind: Word['kind'], text: string): Word => ({ kind, text })

type Hole = string | Word | readonly Word[]

/**
 * Builds a sentence from a template with words: say`flag ${word('name', key)} is ${variants}`. The template is a
 * translatable message: a build for another language replaces it, in the order of its grammar.
 */
export const say = (texts: TemplateStringsArray, ...holes: readonly Hole[]): Word[] =>
  texts.flatMap((said, at) => {
    const hole = holes[at] ?? []
    return [...(said === '' ? [] : [plain(said)]), ...(typeof hole === 'string' ? [plain(hole)] : [hole].flat())]
  })

/** Fills a template with named placeholders: `{attribute} is {values}`. */
export const filled = (template: string, holes: Readonly<Record<string, readonly Word[]>>): Word[] =>
  template.split(/[{}]/).flatMap((part, at) => (at % 2 === 1 ? (holes[part] ?? []) : part === '' ? [] : [plain(part)]))

export const text = (words: readonly Word[]): string => words.map((w) => w.text).join('')

export const joined = (groups: readonly Word[][], separator: string): Word[] =>
  groups.flatMap((group, i) => (i === 0 ? group : [plain(separator), ...group]))
