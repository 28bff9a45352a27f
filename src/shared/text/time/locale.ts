/** The language of every word here, as BCP 47 has it. A build for another language puts its own in this place. */
export const locale: string = 'en'

/** Every language there is a catalogue for. A build puts them in this place. */
export const locales: readonly string[] = ['en']
