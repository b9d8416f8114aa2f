// The TLS part of Asio's own code, compiled here and nowhere else.
#include <boost/asio/ssl/impl/src.hpp>
