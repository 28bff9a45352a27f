/** What SDKs answer where nothing else is said: the code's default here. */
export const control = 'control'
