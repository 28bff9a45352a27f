import { membershipText } from './membership.ts'

/** Completes “They can …” for each role. */
export const roleText: Readonly<Record<string, string>> = {
  viewer: 'view everything, and change nothing',
  editor: 'edit flags, and publish to unprotected environments',
  publisher: 'edit, approve and publish, and create SDK keys',
  admin: 'manage everything in the project, including members',
  owner: 'manage everything in every project',
  member: 'sign in; project admins can grant more access',
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * Describes the role that an invitation grants: `Editor in staging, viewer elsewhere. Editors can edit flags, and
 * publish to unprotected environments.`
 */
export const invitationText = (terms: { role: string; environments: readonly string[] | null }): string => {
  const can = roleText[terms.role]
  const is = `${capital(membershipText(terms))}.`
  return can === undefined ? is : `${is} ${capital(terms.role)}s can ${can}.`
}
