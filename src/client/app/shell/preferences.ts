import { stored } from '../components/stored.ts'

/** What this browser remembers about its reader: never what a link should carry. */
export const railStore = stored((value) => (value === 'wide' || value === 'narrow' ? value : null))

/** Key of the project that was open last. */
export const lastProject = stored((value) => (typeof value === 'string' ? value : null))
export const lastProjectKey = 'fanion/last-project'

/** The day of the last visit in the reader's zone, `2026-11-22`. */
export const lastDay = stored((value) => (typeof value === 'string' ? value : null))
export const lastDayKey = 'fanion/last-day'
