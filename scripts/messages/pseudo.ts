import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'

/** The pseudo-locale: English as a reader of no language would have it. `XA` is a region that nobody lives in. */
export const pseudoLocale = 'en-XA'

const plain = 'AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz'
const marked = 'ÀàƁƀÇçĐđÉéƑƒĜĝĤĥÎîĴĵĶķĻļṀṁÑñÖöÞþǪǫŔŕŠšŤťÛûṼṽŴŵẊẋÝýŽž'

const accented = (text: string): string => text.replace(/[A-Za-z]/g, (letter) => marked.charAt(plain.indexOf(letter)))

/**
 * A message in the pseudo-locale: with accents, a third longer, and between brackets, so that a page shows what comes past
 * the catalogue, what is put together of pieces, and what has no room. Holes and tags stay.
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
