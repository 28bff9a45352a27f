/**
 * What a vendor's answer is, made into what its compiler takes; or a sentence that says what it seems to be and what would
 * do in its place.
 */
export type Assembled<Config> = { config: Config; refused?: undefined } | { config?: undefined; refused: string }
