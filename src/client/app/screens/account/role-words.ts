/** What each role lets a person do, to finish the sentence "You may …". */
export const roleWords: Readonly<Record<string, string>> = {
  viewer: 'see everything and change nothing',
  editor: 'edit flags and publish where no protection stands',
  publisher: 'edit, approve and publish everywhere, and make SDK keys',
  admin: 'do everything in the project, members included',
  owner: 'do everything in every project',
  member: 'sign in; a project’s admin gives you more',
}
