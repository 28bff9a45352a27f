/**
 * A vendor's response in the form that its compiler accepts. Otherwise a sentence that says what it seems to be and
 * what to provide instead.
 */
export type Assembled<Config> = { config: Config; refused?: undefined } | { config?: undefined; refused: string }
