import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { WordedMessage } from '../../src/shared/text/worded.ts'
import { refusalMessages } from './refusals.ts'
import type { Translate } from './rewrite.ts'

/** Splits a text into alternating words and placeholders. */
const stretchesOf = (elements: readonly MessageFormatElement[]): string[] => {
  const stretches = ['']
  for (const element of elements) {
    if (element.type === TYPE.literal) stretches[stretches.length - 1] += element.value
    else if (element.type === TYPE.argument) stretches.push(element.value, '')
    else if (element.type === TYPE.pound) stretches.push('#', '')
    else throw new Error('a refusal has words and holes only')
  }
  return stretches
}

/** Returns the forms of a count, or one text if it has no plural. */
const formsOf = (icu: string): string[] | Record<string, string[]> => {
  const parsed = parse(icu, { captureLocation: false })
  const [first] = parsed
  if (first?.type !== TYPE.plural) return stretchesOf(parsed)
  return Object.fromEntries(Object.entries(first.options).map(([form, { value }]) => [form, stretchesOf(value)]))
}

/** Returns the translated error messages of the server in the format of `worded`. */
export const wordedMessages = (translate: Translate): WordedMessage[] =>
  [...refusalMessages()].flatMap(([id, { inner }]): WordedMessage[] => {
    const words = translate(id)
    if (words === undefined) return []
    const [english, own] = [formsOf(id), formsOf(words)]
    const all = Array.isArray(english) ? [english] : Object.values(english)
    const isSaid = (stretches: readonly string[]) => stretches.some((part, at) => at % 2 === 0 && /\p{L}/u.test(part))
    return all.filter(isSaid).map((one) => ({ english: one, own, ...(inner.length > 0 && { inner }) }))
  })
