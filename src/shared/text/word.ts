/** A stretch of a sentence and what it stands for, so that a screen can set it apart. Joined, the texts are the sentence. */
export type Word = { kind: 'plain' | 'attribute' | 'value' | 'variant' | 'name'; text: string }

export const plain = (text: string): Word => ({ kind: 'plain', text })
export const word = (kind: Word['kind'], text: string): Word => ({ kind, text })

/** The sentence itself. */
export const text = (words: readonly Word[]): string => words.map((w) => w.text).join('')

/** Puts a separator between groups of words. */
export const joined = (groups: readonly Word[][], separator: string): Word[] =>
  groups.flatMap((group, i) => (i === 0 ? group : [plain(separator), ...group]))
