/** What each role lets a person do, to finish the sentence "You may …". */
export const roleText: Readonly<Record<string, string>> = {
  viewer: 'view everything, change nothing',
  editor: 'edit flags, and publish to unprotected environments',
  publisher: 'edit, approve and publish in every environment, and create SDK keys',
  admin: 'manage everything in the project, including members',
  owner: 'manage everything in every project',
  member: 'sign in; project admins can grant more access',
}
