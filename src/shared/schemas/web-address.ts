import { z } from 'zod'

/**
 * A web address to store: http or https, without credentials, in one line. `new URL` alone accepts any scheme, drops
 * line breaks and tabs, and reads a backslash as a slash.
 */
export const webAddress = ({ error }: { readonly error: string }) =>
  z
    .url({ protocol: /^https?$/, error })
    .max(2_000)
    .regex(/^[^\s\\\p{Cc}\p{Zl}\p{Zp}]+$/u, error)
    .refine((text) => !URL.canParse(text) || isWithoutUser(new URL(text)), 'leave out the user and the password')

const isWithoutUser = ({ username, password }: URL): boolean => username === '' && password === ''

/** Whether a path stays within its base: no scheme, root or drive, and no `..`. */
export const isPathInside = (text: string): boolean =>
  !/^[a-z][a-z0-9+.-]*:|\\/i.test(text) && text.split('/').every((part) => part !== '' && part !== '.' && part !== '..')

/** Whether a text is the name of a repository, such as `acme/shop`, or its web address. */
export const isRepository = (text: string): boolean =>
  isPathInside(text) || webAddress({ error: '' }).safeParse(text).success
