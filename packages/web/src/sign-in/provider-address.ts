/** Where a company's sign-in begins; it comes back to `place`, a path of this app. */
export function providerAddress(providerId: string, place: string): string {
  return `/sign-in/with/${encodeURIComponent(providerId)}?return=${encodeURIComponent(place)}`;
}

/** Where whoever is signed in links a company's sign-in to the account, confirmed a moment ago. */
export function linkAddress(providerId: string, place: string): string {
  return `${providerAddress(providerId, place)}&link=1`;
}
