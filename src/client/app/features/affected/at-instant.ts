import { createContext } from 'react'

/** The instant at which something shall be published, in epoch ms: what durations count from. Null: now. */
export const AtInstant = createContext<number | null>(null)
