import { searchText } from '../../../components/search-text.ts'

/** Search parameters of the set-up page. Without `step`, it shows the owner account. */
export type SetupSearch = { step?: 'project' | 'environments' | undefined; project?: string | undefined }

export const setupSearch = ({ step, project }: Record<string, unknown>): SetupSearch => ({
  step: step === 'project' || step === 'environments' ? step : undefined,
  project: searchText(project),
})

/**
 * Search parameters of the sign-in page. `next` is where to go afterwards: a path on this server, never another site.
 * `refused` is why single sign-on failed.
 */
export type LoginSearch = { next?: string | undefined; refused?: string | undefined }

export const loginSearch = ({ next, refused }: Record<string, unknown>): LoginSearch => ({
  next: typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : undefined,
  refused: searchText(refused),
})

/** Search parameters of the device page. A link with `code` saves typing it. */
export type DeviceSearch = { code?: string | undefined }

export const deviceSearch = ({ code }: Record<string, unknown>): DeviceSearch => ({ code: searchText(code) })
