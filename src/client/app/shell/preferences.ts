import { stored } from '../components/stored.ts'

/** Preferences of this browser. They are never part of a link. */
export const railStore = stored((value) => (value === 'wide' || value === 'narrow' ? value : null))

/** Key of the last opened project. */
export const lastProject = stored((value) => (typeof value === 'string' ? value : null))
export const lastProjectKey = 'fanion/last-project'

/** Local day of the last visit, `2026-11-22`. */
export const lastDay = stored((value) => (typeof value === 'string' ? value : null))
export const lastDayKey = 'fanion/last-day'
