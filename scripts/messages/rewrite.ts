import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { findMessages, type Message } from './find-messages.ts'
import type { Piece } from './pieces.ts'

/** The words of a message in another language, in ICU form; undefined where there are none yet. */
export type Translate = (id: string) => string | undefined

/**
 * A source file with its messages in another language. Without a translation a message stays as it is. Throws where a
 * translation names what its message does not have.
 */
export const rewrite = (file: string, code: string, translate: Translate): string => {
  const messages = findMessages(file, code).map((message) => ({ message, words: translate(message.id) }))
  const known = messages.filter(({ words, message }) => words !== undefined && words !== message.id)

  /** A stretch of the source with the messages in it rewritten. */
  const render = (start: number, end: number): string => {
    let [out, from] = ['', start]
    for (const { message, words } of known) {
      if (message.start < from || message.end > end || words === undefined) continue
      if (message.start === start && message.end === end) continue
      out += code.slice(from, message.start) + written(message, words)
      from = message.end
    }
    return out + code.slice(from, end)
  }

  const whole = (start: number, end: number): string => {
    const own = known.find(({ message }) => message.start === start && message.end === end)
    return own?.words === undefined ? render(start, end) : written(own.message, own.words)
  }

  const written = (message: Message, words: string): string => {
    const parsed = parse(words, { captureLocation: false })
    const wrong = (what: string) => new Error(`${file}: the translation of “${message.id}” has ${what}: “${words}”`)

    const find = (pieces: readonly Piece[], name: string, kind: 'hole' | 'tag'): Piece | undefined => {
      for (const piece of pieces) {
        if ('hole' in piece && kind === 'hole' && piece.hole === name) return piece
        if (!('tag' in piece)) continue
        if (kind === 'tag' && piece.tag === name) return piece
        const inside = find(piece.inner, name, kind)
        if (inside) return inside
      }
      return undefined
    }

    const children = (elements: readonly MessageFormatElement[]): string =>
      elements
        .map((element) => {
          if (element.type === TYPE.literal) return `{${JSON.stringify(element.value)}}`
          if (element.type === TYPE.argument) {
            const piece = find(message.pieces, element.value, 'hole')
            if (piece && 'hole' in piece) return whole(piece.start, piece.end)
            throw wrong(`{${element.value}}`)
          }
          if (element.type !== TYPE.tag) throw wrong('more than holes and tags')
          const piece = find(message.pieces, element.value, 'tag')
          if (!piece || !('tag' in piece)) throw wrong(`<${element.value}>`)
          const { open, close } = piece
          return render(open.start, open.end) + children(element.children) + code.slice(close.start, close.end)
        })
        .join('')

    const string = (elements: readonly MessageFormatElement[]): string => {
      const [before, after] = message.around
      const inner = elements.map((element) => {
        if (element.type === TYPE.literal) return escaped(element.value)
        const piece = element.type === TYPE.argument ? find(message.pieces, element.value, 'hole') : undefined
        if (piece && 'hole' in piece) return `\${${whole(piece.start, piece.end)}}`
        throw wrong('more than its holes')
      })
      return `\`${escaped(before)}${inner.join('')}${escaped(after)}\``
    }

    switch (message.shape) {
      case 'counted':
        return `, ${JSON.stringify(formsOf(parsed) ?? '')}`
      case 'children':
        return message.around.map((blank) => (blank === '' ? '' : `{${JSON.stringify(blank)}}`)).join(children(parsed))
      case 'attribute':
        return `{${string(parsed)}}`
      case 'string':
        return string(parsed)
    }
  }

  return render(0, code.length)
}

const escaped = (text: string): string => text.replace(/[`\\]|\$\{/g, '\\$&')

/** The forms of a count: a word for each plural category of the language, with `#` for the number. */
const formsOf = (parsed: readonly MessageFormatElement[]): Record<string, string> | undefined => {
  const [plural] = parsed
  if (plural?.type !== TYPE.plural) return undefined
  const text = (elements: readonly MessageFormatElement[]) =>
    elements.map((one) => (one.type === TYPE.pound ? '#' : one.type === TYPE.literal ? one.value : '')).join('')
  return Object.fromEntries(Object.entries(plural.options).map(([form, { value }]) => [form, text(value)]))
}
