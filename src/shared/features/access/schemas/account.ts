import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { Id, Instant } from '../../../schemas/keys.ts'
import { Name } from '../../../schemas/name.ts'

/** An email address, trimmed and case-folded. */
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

/** `token`: the end of the set-up link, where the server asks for it. */
export const SetUpInput = z.strictObject({
  email: Email,
  name: Name,
  password: Password,
  token: z.string().trim().max(100).optional(),
})
export type SetUpInput = z.infer<typeof SetUpInput>

const GivenPassword = z.string().min(1).max(limits.passwordMax)

/** A code of an authenticator app, or one of the recovery codes. */
export const SecondFactor = z.string().trim().min(6).max(20)

export const SignInInput = z.strictObject({ email: Email, password: GivenPassword, code: SecondFactor.optional() })
export type SignInInput = z.infer<typeof SignInInput>

/** Proves once more that it is the person: for keys, members and security, an hour after they last did. */
export const ConfirmInput = z.strictObject({ password: GivenPassword, code: SecondFactor.optional() })
export type ConfirmInput = z.infer<typeof ConfirmInput>

/** `current` is needed where the account has a password. */
export const ChangePasswordInput = z.strictObject({ current: GivenPassword.optional(), next: Password })
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>

/** An open session of the caller. */
export const OpenSession = z.strictObject({
  id: Id,
  current: z.boolean(),
  address: z.string(),
  userAgent: z.string(),
  createdAt: Instant,
  seenAt: Instant,
})
export type OpenSession = z.infer<typeof OpenSession>

/** A person as an owner sees them. */
export const ListedUser = z.strictObject({
  ...User.shape,
  disabledAt: Instant.nullable(),
  hasPassword: z.boolean(),
  twoFactor: z.boolean(),
  /** Whether a sign-in provider is linked to the account. */
  singleSignOn: z.boolean(),
  projects: z.int(),
})
export type ListedUser = z.infer<typeof ListedUser>

/** What the browser asks first: is there an owner, and who am I? */
const isLocale = (name: string): boolean => {
  try {
    return new Intl.Locale(name).toString() === name
  } catch {
    return false
  }
}

/** The language that a person reads in, as BCP 47 has it; null leaves it to each browser. */
export const ChosenLocale = z.strictObject({
  locale: z.string().max(35).refine(isLocale, { error: 'enter a language such as de or pt-BR' }).nullable(),
})
export type ChosenLocale = z.infer<typeof ChosenLocale>

export const AccountStatus = z.strictObject({
  setUp: z.boolean(),
  /** The first visit needs the token that the server prints when it starts. */
  asksToken: z.boolean(),
  user: User.nullable(),
  /** The language that they chose; null where they chose none, or nobody is signed in. */
  locale: z.string().nullable(),
  version: z.string(),
})
export type AccountStatus = z.infer<typeof AccountStatus>
