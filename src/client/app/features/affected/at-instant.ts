import { createContext } from 'react'

/** When the edits will be published, in epoch milliseconds. Durations count from then. Null means now. */
export const AtInstant = createContext<number | null>(null)
