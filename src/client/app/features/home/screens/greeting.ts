/** Greeting for the user’s local hour (0–23). */
export const greeting = (hour: number, name: string | undefined): string => {
  const [first] = (name ?? '').split(' ')
  const words = hour < 5 ? 'Good evening' : hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening'
  return first === undefined || first === '' ? `${words}.` : `${words}, ${first}.`
}
