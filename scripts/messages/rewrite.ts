import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { findMessages, type Message } from './find-messages.ts'
import type { Piece } from './pieces.ts'

/** Represents the number in a form of a count. No text contains this character, and `counted` replaces it. */
const countMark = '\uE000'

/** Returns the translation of a message in ICU format, or undefined if there is none. */
export type Translate = (id: string) => string | undefined

/** Finds the messages of a file. */
type MessagesOf = (file: string, code: string) => Message[]

/**
 * Translates the messages of a source file. Untranslated messages stay unchanged. Throws if a translation uses a name
 * that its message does not have.
 */
export const rewrite = (
  file: string,
  code: string,
  translate: Translate,
  messagesOf: MessagesOf = findMessages,
): string => {
  const messages = messagesOf(file, code).map((message) => ({ message, words: translate(message.id) }))
  const known = messages.filter(({ words, message }) => words !== undefined && words !== message.id)

  /** Returns a range of the source with its messages rewritten. */
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
        if (element.type === TYPE.pound) return countMark
        const piece = element.type === TYPE.argument ? find(message.pieces, element.value, 'hole') : undefined
        if (piece && 'hole' in piece) return `\${${whole(piece.start, piece.end)}}`
        throw wrong('more than its holes')
      })
      return `\`${escaped(before)}${inner.join('')}${escaped(after)}\``
    }

    /** Returns the forms of a count: one text for each plural category of the language. */
    const forms = ([plural, ...rest]: readonly MessageFormatElement[]): string => {
      if (plural?.type !== TYPE.plural || rest.length > 0) throw wrong('more than its plural')
      const all = Object.entries(plural.options).map(([form, { value }]) => `${form}: ${string(value)}`)
      return `{ ${all.join(', ')} }`
    }

    switch (message.shape) {
      case 'counted':
        return `, ${forms(parsed)}`
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
