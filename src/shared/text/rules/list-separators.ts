/** Text between the items of a list. */
export const listSeparators = { comma: ', ', or: ' or ', and: ' and ' }

export const isListSeparator = (text: string): boolean =>
  text === listSeparators.comma || text === listSeparators.or || text === listSeparators.and
