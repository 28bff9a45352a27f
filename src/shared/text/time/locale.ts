/** The language of all texts, as a BCP 47 tag. A build for another language replaces it. */
export const locale: string = 'en'

/** All languages with a message catalogue. Replaced at build time. */
export const locales: readonly string[] = ['en']
