/** Where people find this service. */
export abstract class ServiceAddress {
  abstract readonly publicUrl: string;
}
