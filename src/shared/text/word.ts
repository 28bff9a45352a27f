/** A stretch of a sentence and what it stands for, so that a screen can set it apart. Joined, the texts are the sentence. */
export type Word = { kind: 'plain' | 'attribute' | 'value' | 'variant' | 'name'; text: string }

export const plain = (text: string): Word => ({ kind: 'plain', text })
export const word = (kind: Word['kind'], text: string): Word => ({ kind, text })

type Hole = string | Word | readonly Word[]

/**
 * A sentence with words in its holes: say`flag ${word('name', key)} is ${variants}`. What it says is a message; a build for
 * another language says its own, in the order of its grammar.
 */
export const say = (texts: TemplateStringsArray, ...holes: readonly Hole[]): Word[] =>
  texts.flatMap((said, at) => {
    const hole = holes[at] ?? []
    return [...(said === '' ? [] : [plain(said)]), ...(typeof hole === 'string' ? [plain(hole)] : [hole].flat())]
  })

/** The same of a text with named holes: `{attribute} is {values}`. */
export const filled = (template: string, holes: Readonly<Record<string, readonly Word[]>>): Word[] =>
  template.split(/[{}]/).flatMap((part, at) => (at % 2 === 1 ? (holes[part] ?? []) : part === '' ? [] : [plain(part)]))

/** The sentence itself. */
export const text = (words: readonly Word[]): string => words.map((w) => w.text).join('')

/** Puts a separator between groups of words. */
export const joined = (groups: readonly Word[][], separator: string): Word[] =>
  groups.flatMap((group, i) => (i === 0 ? group : [plain(separator), ...group]))
