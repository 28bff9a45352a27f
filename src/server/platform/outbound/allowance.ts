/** The non-public addresses that requests may go to: all, none, or these hosts at these ports (`db.internal:5432`). */
export type PrivateAddressAllowance = boolean | readonly string[]

/** Whether requests may go to a host and port although they are not public. */
export const mayBePrivate = (allowance: PrivateAddressAllowance, host: string, port: number): boolean =>
  typeof allowance === 'boolean' ? allowance : allowance.includes(`${host.toLowerCase()}:${port}`)

/** The same for a URL. */
export const urlMayBePrivate = (allowance: PrivateAddressAllowance, { hostname, port, protocol }: URL): boolean =>
  mayBePrivate(allowance, hostname.replace(/^\[|\]$/g, ''), Number(port) || (protocol === 'https:' ? 443 : 80))

/** The settings for non-public addresses. */
export type AllowedAddresses = {
  readonly allowPrivateAddresses: boolean
  readonly allowHosts: readonly string[]
}

export const allowanceOf = (settings: AllowedAddresses): PrivateAddressAllowance =>
  settings.allowPrivateAddresses || settings.allowHosts
