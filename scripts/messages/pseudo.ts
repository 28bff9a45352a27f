import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'

/** The pseudo-locale. `XA` is a region code without inhabitants. */
export const pseudoLocale = 'en-XA'

const plain = 'AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz'
const marked = 'ÀàƁƀÇçĐđÉéƑƒĜĝĤĥÎîĴĵĶķĻļṀṁÑñÖöÞþǪǫŔŕŠšŤťÛûṼṽŴŵẊẋÝýŽž'

const accented = (text: string): string => text.replace(/[A-Za-z]/g, (letter) => marked.charAt(plain.indexOf(letter)))

/**
 * Returns a message in the pseudo-locale: with accents, a third longer, and in brackets, so that a page reveals text
 * that is not in the catalogue, concatenated text, and text that does not fit. Placeholders and tags are kept.
 */
export const pseudo = (id: string): string => {
  const parsed = parse(id, { captureLocation: false })
  return parsed[0]?.type === TYPE.plural ? written(parsed) : stretched(parsed)
}

const stretched = (elements: readonly MessageFormatElement[]): string => {
  const letters = elements.reduce((sum, element) => sum + (element.type === TYPE.literal ? element.value.length : 0), 0)
  return `[${written(elements)} ${'ēxţŕå'.repeat(Math.ceil(letters / 5)).slice(0, Math.ceil(letters * 0.3))}]`
}

const written = (elements: readonly MessageFormatElement[]): string =>
  elements
    .map((element) => {
      switch (element.type) {
        case TYPE.literal:
          return accented(element.value).replace(/[{}<]+/g, (signs) => `'${signs}'`)
        case TYPE.pound:
          return '#'
        case TYPE.tag:
          return `<${element.value}>${written(element.children)}</${element.value}>`
        case TYPE.plural: {
          const forms = Object.entries(element.options).map(([form, { value }]) => `${form} {${stretched(value)}}`)
          return `{${element.value}, plural, ${forms.join(' ')}}`
        }
        default:
          return `{${element.value}}`
      }
    })
    .join('')
