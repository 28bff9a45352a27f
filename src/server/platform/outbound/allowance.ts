/** Which addresses that are not public may be asked: all of them, none, or these hosts at these ports (`db.internal:5432`). */
export type Allowance = boolean | readonly string[]

/** Whether a host may be asked at a port though it is not public. */
export const mayBePrivate = (allowance: Allowance, host: string, port: number): boolean =>
  typeof allowance === 'boolean' ? allowance : allowance.includes(`${host.toLowerCase()}:${port}`)

/** The same of an address. */
export const urlMayBePrivate = (allowance: Allowance, { hostname, port, protocol }: URL): boolean =>
  mayBePrivate(allowance, hostname.replace(/^\[|\]$/g, ''), Number(port) || (protocol === 'https:' ? 443 : 80))

/** The settings that say so. */
export type AllowedAddresses = {
  readonly allowPrivateAddresses: boolean
  readonly allowHosts: readonly string[]
}

/** What the settings allow. */
export const allowanceOf = (settings: AllowedAddresses): Allowance =>
  settings.allowPrivateAddresses || settings.allowHosts
