/** How long a key that came from a sign-on works without another sign-on: as long as a session lives. */
export abstract class SignOnAge {
  abstract readonly seconds: number;
}
