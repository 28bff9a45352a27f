import { searchText } from '../../../components/search-text.ts'

/** Where the first run stands: no step is the owner account. */
export type SetupSearch = { step?: 'project' | 'environments' | undefined; project?: string | undefined }

export const setupSearch = ({ step, project }: Record<string, unknown>): SetupSearch => ({
  step: step === 'project' || step === 'environments' ? step : undefined,
  project: searchText(project),
})

/** Where to go after the sign-in: a path of ours, never another site. `refused`: why single sign-on brought nobody in. */
export type LoginSearch = { next?: string | undefined; refused?: string | undefined }

export const loginSearch = ({ next, refused }: Record<string, unknown>): LoginSearch => ({
  next: typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : undefined,
  refused: searchText(refused),
})

/** The code a program shows; a link that carries it spares the typing. */
export type DeviceSearch = { code?: string | undefined }

export const deviceSearch = ({ code }: Record<string, unknown>): DeviceSearch => ({ code: searchText(code) })
