/** What a letter says of the checkout. */
export async function letter(user: string): Promise<string> {
  return 'new'
}
