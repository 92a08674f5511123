import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.cert.X509Certificate;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * Asks with the default client of Java. A line of input is a request: method, address, "chunked" or "", body in Base64,
 * then names and values of headers, with tabs between. A line of output is its answer: status and body in Base64.
 */
class Ask {
  public static void main(String[] arguments) throws Exception {
    HttpClient client = HttpClient.newBuilder().sslContext(trusting()).build();
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      var answer = client.send(requestOf(line.split("\t", -1)), BodyHandlers.ofByteArray());
      System.out.println(answer.statusCode() + " " + Base64.getEncoder().encodeToString(answer.body()));
    }
  }

  static HttpRequest requestOf(String[] parts) {
    byte[] body = Base64.getDecoder().decode(parts[3]);
    var builder = HttpRequest.newBuilder(URI.create(parts[1])).method(parts[0], publisherOf(body, parts[2]));
    for (int at = 4; at < parts.length; at += 2) builder.header(parts[at], parts[at + 1]);
    return builder.build();
  }

  static BodyPublisher publisherOf(byte[] body, String framing) {
    if (body.length == 0) return BodyPublishers.noBody();
    if (framing.equals("chunked")) return BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body));
    return BodyPublishers.ofByteArray(body);
  }

  /** The certificate of a test is signed by nobody. */
  static SSLContext trusting() throws Exception {
    TrustManager all = new X509TrustManager() {
      public void checkClientTrusted(X509Certificate[] chain, String type) {}
      public void checkServerTrusted(X509Certificate[] chain, String type) {}
      public X509Certificate[] getAcceptedIssuers() { return new X509Certificate[0]; }
    };
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {all}, null);
    return context;
  }
}
