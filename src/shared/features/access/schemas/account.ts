import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { Id, Instant } from '../../../schemas/keys.ts'
import { Name } from '../../../schemas/name.ts'

export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email('give an email address such as ada@example.com'))
export type Email = z.infer<typeof Email>

export const Password = z
  .string()
  .min(limits.passwordMin, `use at least ${limits.passwordMin} characters`)
  .max(limits.passwordMax, `use at most ${limits.passwordMax} characters`)
export type Password = z.infer<typeof Password>

export const InstanceRole = z.enum(['owner', 'member'])
export type InstanceRole = z.infer<typeof InstanceRole>

export const User = z.strictObject({
  id: Id,
  email: z.string(),
  name: z.string(),
  instanceRole: InstanceRole,
  createdAt: Instant,
  lastSeenAt: Instant.nullable(),
})
export type User = z.infer<typeof User>

/** `token` is the last part of the setup link. It is required if the server asks for it. */
export const SetUpInput = z.strictObject({
  email: Email,
  name: Name,
  password: Password,
  token: z.string().trim().max(100).optional(),
})
export type SetUpInput = z.infer<typeof SetUpInput>

const GivenPassword = z.string().min(1).max(limits.passwordMax)

/** A code from an authenticator app, or a recovery code. */
export const SecondFactor = z.string().trim().min(6).max(20)

export const SignInInput = z.strictObject({ email: Email, password: GivenPassword, code: SecondFactor.optional() })
export type SignInInput = z.infer<typeof SignInInput>

/**
 * Confirms the caller's identity. Keys, members and security settings require it one hour after the last confirmation.
 */
export const ConfirmInput = z.strictObject({ password: GivenPassword, code: SecondFactor.optional() })
export type ConfirmInput = z.infer<typeof ConfirmInput>

/** `current` is required if the account has a password. */
export const ChangePasswordInput = z.strictObject({ current: GivenPassword.optional(), next: Password })
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>

export const OpenSession = z.strictObject({
  id: Id,
  current: z.boolean(),
  address: z.string(),
  userAgent: z.string(),
  createdAt: Instant,
  seenAt: Instant,
})
export type OpenSession = z.infer<typeof OpenSession>

export const ListedUser = z.strictObject({
  ...User.shape,
  disabledAt: Instant.nullable(),
  hasPassword: z.boolean(),
  twoFactor: z.boolean(),
  singleSignOn: z.boolean(),
  projects: z.int(),
})
export type ListedUser = z.infer<typeof ListedUser>

const isLocale = (name: string): boolean => {
  try {
    return new Intl.Locale(name).toString() === name
  } catch {
    return false
  }
}

/** The language of the account's user interface, as a BCP 47 tag. Null uses the language of each browser. */
export const ChosenLocale = z.strictObject({
  locale: z.string().max(35).refine(isLocale, { error: 'enter a language such as de or pt-BR' }).nullable(),
})
export type ChosenLocale = z.infer<typeof ChosenLocale>

export const AccountStatus = z.strictObject({
  setUp: z.boolean(),
  /** Whether creating the first account requires the token that the server prints at startup. */
  asksToken: z.boolean(),
  user: User.nullable(),
  /** The language that the user chose. Null if they chose none, or if no one is signed in. */
  locale: z.string().nullable(),
  version: z.string(),
})
export type AccountStatus = z.infer<typeof AccountStatus>
